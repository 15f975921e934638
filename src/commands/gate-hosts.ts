/** What a gate needs where a budget names a host, in one module, so that others load none of it. */
export { hostRegistry } from '../hosts/index.ts';
export { loadO200k } from '../tokens/o200k.ts';
export { measureHosts } from './measure-hosts.ts';
