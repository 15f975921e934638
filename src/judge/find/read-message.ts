/** Read a vendor's message, whole and as it was pasted, for the places that it names. */
import type { VendorForm, VendorPlace } from '../../model/find.ts';
import { rulesFor } from './complaints.ts';
import { vendorForms } from './forms/index.ts';

/** A log may be pasted whole; far more than any message. */
const MAX_CHARS = 200_000;

/** Every place of the text, each once, in the order of the forms. */
export function readMessage(text: string): readonly VendorPlace[] {
  const flat = flatten(text.slice(0, MAX_CHARS));
  const places = Object.values<VendorForm>(vendorForms).flatMap((form) =>
    form.read(flat).map((place) => ({
      ...place,
      form: form.id,
      rules: rulesFor(place.complaint === '' ? place.text : place.complaint, place.field),
    })),
  );
  return withoutRepeats(places);
}

/** Undo what JSON in JSON, Markdown and terminals have done to it: escapes go, and all white space is one blank. */
function flatten(text: string): string {
  return text
    .replaceAll(/\\+([nrt])(?![\w])/g, ' ')
    .replaceAll(/\\+([^\w\s])/g, '$1')
    .replaceAll(/\\+_/g, '_')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

/** More would be no message but a log of many. */
const MOST_PLACES = 50;

/** The same message comes several times in a log, and one form may read what another has. */
function withoutRepeats(places: readonly VendorPlace[]): readonly VendorPlace[] {
  const seen = new Set<string>();
  const once = places
    .filter(({ form, index, name, field, path, rules }) => {
      const key = JSON.stringify([form, index, name, field, path, rules]);
      return seen.size !== seen.add(key).size;
    })
    .slice(0, MOST_PLACES);
  return once.filter(
    (place, at) =>
      !once.some(
        ({ form, text }, other) =>
          form !== place.form && text.includes(place.text) && (text !== place.text || other < at),
      ),
  );
}
