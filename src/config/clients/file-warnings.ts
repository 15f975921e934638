/** What is odd about a client's file as a whole. */
import type { ClientWarning } from '../../model/client.ts';
import { positionOf } from '../config-json.ts';
import type { Detected } from './detect.ts';
import type { ClientText } from './text/client-text.ts';

/** Warnings of a file whose containers are known, the one that counts first. */
export function fileWarnings(read: ClientText, detected: readonly Detected[]): readonly ClientWarning[] {
  const strict = detected.find(({ format, isGuess }) => format.fileFormat === 'json' && !isGuess);
  return [
    ...(read.isLenient && strict !== undefined
      ? [
          {
            code: 'not-strict-json',
            message: `comments or trailing commas: ${strict.format.label} may refuse the file`,
          },
        ]
      : []),
    ...(detected.length > 1
      ? [
          {
            code: 'two-shapes',
            message: detected.map(({ container }) => container.keys).join(' goes before '),
          },
        ]
      : []),
    ...repeatedContainers(read, detected),
  ];
}

/** Of a key that stands twice, servers under the first are not there for anyone. */
function repeatedContainers(
  { twice, lineOf }: ClientText,
  detected: readonly Detected[],
): readonly ClientWarning[] {
  const isOnWay = (key: ClientText['twice'][number]): boolean =>
    detected.some(({ container: { path } }) => key.every((part, index) => path[index] === part));
  const keys = new Map(twice.filter(isOnWay).map((key) => [key.join('.'), key]));
  return [...keys].map(([field, key]) => ({
    code: 'duplicate-key',
    field,
    message: `${field} stands more than once: only the last counts, in line ${lineOf(key)}`,
  }));
}

/** Bytes that mean nothing became a replacement character, wherever they stood. */
export function encodingWarning(text: string): ClientWarning {
  const { line } = positionOf(text, text.indexOf('\uFFFD'));
  return {
    code: 'not-utf8',
    message: `line ${line} holds bytes that are no UTF-8: what they stood for is lost`,
  };
}
