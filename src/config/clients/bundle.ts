/** An MCP bundle: a zip with a manifest. Of it only the manifest is read. */
import { strFromU8, unzipSync } from 'fflate';
import { ConfigError } from '../../errors.ts';

/** No manifest is near this size; a zip may claim any. */
const MAX_MANIFEST_BYTES = 1_000_000;

/** Tell a bundle by its name: `.mcpb`, or `.dxt` as it was called before. */
export function isBundlePath(path: string): boolean {
  return /\.(mcpb|dxt)$/i.test(path);
}

/** The text of a bundle's `manifest.json`. @throws ConfigError where the file holds none */
export function bundleManifest(bytes: Uint8Array, shown: string): string {
  const hint = 'a bundle is a zip with manifest.json at its top';
  try {
    const files = unzipSync(bytes, {
      filter: ({ name, originalSize }) => name === 'manifest.json' && originalSize <= MAX_MANIFEST_BYTES,
    });
    const manifest = files['manifest.json'];
    if (manifest !== undefined) return strFromU8(manifest);
  } catch (cause) {
    throw new ConfigError(`${shown}  not a zip file`, { hint, cause });
  }
  throw new ConfigError(`${shown}  holds no manifest.json that can be read`, { hint });
}
