import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { startDeadline } from '../src/capture/deadline.ts';

it('ends in time, with what it is to throw', async () => {
  const deadline = startDeadline(1, new AbortController().signal, () => new Error('too slow'));
  await once(deadline.signal, 'abort');
  expect(deadline.isOver()).toBe(true);
  expect(() => deadline.signal.throwIfAborted()).toThrow('too slow');
});

it('ends with the signal it was given, which is not its own end', () => {
  const outer = new AbortController();
  const deadline = startDeadline(60_000, outer.signal);
  outer.abort();
  deadline.clear();
  expect([deadline.signal.aborted, deadline.isOver()]).toEqual([true, false]);
});

it('no source joins AbortSignal.timeout with another signal: on Node 20 it would never fire', () => {
  const joined = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((path) => {
    if (!path.endsWith('.ts')) return false;
    const code = readFileSync(`src/${path}`, 'utf8').replaceAll(/\/\*\*.*?\*\//gs, '');
    return code.includes('AbortSignal.timeout(') && code.includes('AbortSignal.any(');
  });
  // Its timeout stands alone: nothing waits for it but the one who made it.
  expect(joined).toEqual(['capture/transports/streamable-http.ts']);
});
