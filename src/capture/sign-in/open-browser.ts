/**
 * Open a URL in the person's browser. By the platform's own program: the packages that do this bring a shell script
 * that would have to lie beside the bundle.
 */
import { spawn } from 'node:child_process';

type Env = Readonly<Record<string, string | undefined>>;

interface Desktop {
  readonly env: Env;
  readonly isTerminal: boolean;
  readonly platform?: NodeJS.Platform;
}

/** The program that opens URLs; undefined where no person sits in front of a screen. BROWSER goes before all. */
export function browserCommand({
  env,
  isTerminal,
  platform = process.platform,
}: Desktop): readonly string[] | undefined {
  if (env['BROWSER']) return [env['BROWSER']];
  if (!isTerminal || env['SSH_CONNECTION'] || env['CI']) return undefined;
  if (platform === 'win32') return ['rundll32', 'url.dll,FileProtocolHandler'];
  if (platform === 'darwin') return ['open'];
  // WSL has neither screen nor browser of its own, and starts those of Windows.
  if (env['WSL_DISTRO_NAME']) return ['rundll32.exe', 'url.dll,FileProtocolHandler'];
  return env['DISPLAY'] || env['WAYLAND_DISPLAY'] ? ['xdg-open'] : undefined;
}

/** Start it and let it be; false when it does not start. No shell takes part: the URL is a server's text. */
export function openBrowser(command: readonly string[], url: URL, env: Env): Promise<boolean> {
  const [program = '', ...args] = command;
  return new Promise((resolve) => {
    try {
      const child = spawn(program, [...args, url.href], { stdio: 'ignore', detached: true, env: { ...env } });
      child.once('error', () => resolve(false));
      child.once('spawn', () => resolve(true));
      child.unref();
    } catch {
      // What the system says of a path beyond "not there" (ENOTDIR, ENAMETOOLONG, E2BIG) is thrown at once.
      resolve(false);
    }
  });
}
