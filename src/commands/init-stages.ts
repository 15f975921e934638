/** The stages that `init` wires. */
export { draftConfig, rejectExisting } from './init-draft.ts';
export { tryServers } from './init-try.ts';
export { writeInit } from './init-write.ts';
