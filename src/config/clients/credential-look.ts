/**
 * Tell a literal that looks like a credential from a setting, where its name says nothing. Of each word of eight
 * characters or more: a run of 20 letters and digits in no order is one, wherever it stands; an address, a path, a
 * number with its unit and a word without a digit are none; what mixes letters with digits or signs is one.
 */

/** Tell whether any word of a value looks like a credential. */
export function looksLikeCredential(value: string): boolean {
  if (UUID.test(value) || (value.match(/[A-Za-z\d]{20,}/g) ?? []).some(isWithoutOrder)) return true;
  // A path may hold blanks.
  if (isSetting(value.trim())) return false;
  return value.split(/[\s,;]+/).some((word) => word.length >= MIN_CHARS && !isSetting(word));
}

const MIN_CHARS = 8;

function isSetting(text: string): boolean {
  return SETTINGS.some((setting) => setting.test(text));
}

const UUID = /[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}/i;

/** Digits among letters, or capitals all over: no one calls a thing so. */
function isWithoutOrder(run: string): boolean {
  const isMixed = /\d/.test(run) && /[A-Za-z]/.test(run);
  return isMixed || (run.match(/[a-z][A-Z]/g) ?? []).length >= 5;
}

const SETTINGS: readonly RegExp[] = [
  // Words, and lists and paths of words.
  /^[\p{L}\p{M}_\-./\\:|@*()?!'"[\]{}]+$/u,
  // URLs: what is secret in them is found by its place.
  /^[a-z][a-z\d+.-]*:\/\/[^\s@]*$/i,
  // Numbers, versions, dates, sizes, durations, IP addresses.
  /^[<>=~^v]*\d[\d.,:_/xTZ+-]*[a-z%]{0,3}$/i,
  // Absolute paths, and those from a home or the working folder.
  /^(?:~|\.{1,2}|[A-Za-z]:|\$\{?\w+\}?|%\w+%)?[\\/][\w.@:\\/ -]*$/,
  // Files with an extension, and hosts; with a port.
  /^[\w@-][\w@.-]*(?:[\\/][\w@.-]+)*\.[a-z]{2,}(?::\d{1,5})?$/,
  /^[a-z][a-z-]*:\d{1,5}$/i,
  // Packages with a scope or a version.
  /^@[\w.-]+\/[\w.-]+(?:@[\w.-]+)?$/,
  /^[a-z-]+@[\d.]+$/,
];
