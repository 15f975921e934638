/** How sizes in tokens come about, for the stamp of a baseline; in a file of its own, as the counter is loaded late. */

/** Id of the exact counter. */
export const O200K_ID = 'o200k_base';

/** Raised when the generic view's text comes to hold something else for the same list. */
export const GENERIC_VIEW_VERSION = 1;
