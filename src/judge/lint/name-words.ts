/** The words of a name, whatever its style. */

/** Split `getUserID`, `get_user_id` and `get-user-id` alike, in lower case: get, user, id. */
export function nameWords(name: string): readonly string[] {
  const spaced = name
    .replaceAll(/([\p{Ll}\p{N}])(\p{Lu})/gu, '$1 $2')
    .replaceAll(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2');
  return spaced.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** Letters and digits alone, in lower case: what is left of a name when its style is not looked at. */
export function bareName(name: string): string {
  return name.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '');
}
