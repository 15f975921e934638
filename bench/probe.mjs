// The floor that `measure` is compared with: start a server, ask for its tools once, end it. Nothing else.
import { spawn } from 'node:child_process';

/** As long as mcp-budget waits for a server whose stdin has ended. */
const GRACE_MS = 500;

const [command, ...args] = process.argv.slice(2);
const child = spawn(command, args, { stdio: ['pipe', 'pipe', 'ignore'] });
let text = '';
process.exitCode = 1;

const send = (message) => child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
const clientInfo = { name: 'probe', version: '1.0.0' };
send({
  id: 0,
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo },
});

child.stdout.setEncoding('utf8').on('data', (chunk) => {
  text += chunk;
  for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n')) {
    const line = text.slice(0, end);
    text = text.slice(end + 1);
    if (line.startsWith('{')) answer(JSON.parse(line));
  }
});

function answer({ id, result }) {
  if (result === undefined) return;
  if (id === 0) {
    send({ method: 'notifications/initialized' });
    send({ id: 1, method: 'tools/list', params: {} });
  } else if (id === 1 && result.tools.length > 0) {
    process.exitCode = 0;
    child.stdin.end();
    setTimeout(() => child.kill('SIGKILL'), GRACE_MS).unref();
  }
}
