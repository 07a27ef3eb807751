import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { runInNewContext } from 'node:vm';
import { api } from '@frontrow/contract/api.ts';
import { expect, test } from 'vitest';
import { callExamples, type ExampleCall, exampleCalls } from './examples.ts';

const origin = 'https://frontrow.example';
const uuid = '0190a0b0-0000-7000-8000-000000000001';
const env = { FRONTROW_KEY: 'frk_test_x', EVENT: uuid };

const contract = {
  list: ['GET /events/mine', api['GET /events/mine'].query.strict()],
  publish: ['POST /events/create', api['POST /events/create'].body.strict()],
  give: ['POST /events/complimentary', api['POST /events/complimentary'].body.strict()],
} as const;

/** The call that the shell example makes: runs it with a curl that writes down what it was given. */
async function curlCall(code: string): Promise<{ name: string; sent: unknown; args: string[] }> {
  const folder = await mkdtemp(join(tmpdir(), 'frontrow-examples-'));
  try {
    await writeFile(join(folder, 'cover.jpg'), 'picture');
    const stub = `curl() { printf '%s\\n' "$@" > args; }\n`;
    await promisify(execFile)('sh', ['-euc', stub + code], { cwd: folder, env: { ...process.env, ...env } });
    const args = (await readFile(join(folder, 'args'), 'utf8')).trimEnd().split('\n');
    const url = new URL(args.find((one) => one.startsWith(origin))!);
    const path = url.pathname.replace(/^\/api/, '');
    if (args.includes('--data-binary')) {
      const sent: unknown = JSON.parse(await readFile(join(folder, 'event.json'), 'utf8'));
      return { name: `POST ${path}`, sent, args };
    }
    const at = args.indexOf('-d');
    if (at >= 0) return { name: `POST ${path}`, sent: JSON.parse(args[at + 1]!), args };
    return { name: `GET ${path}`, sent: Object.fromEntries(url.searchParams), args };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The call that the TypeScript example makes, with a client that writes it down. */
async function clientCall(code: string): Promise<{ name: string; sent: unknown }> {
  const made: { name: string; sent: unknown }[] = [];
  const call = (name: string, { query, body }: { query?: unknown; body?: unknown }) => {
    made.push({ name, sent: body ?? query });
    return Promise.resolve({ event: { event_uuid: uuid } });
  };
  const body = code.replaceAll(/^import .*$/gm, '');
  await runInNewContext(`(async () => {${body}\n})()`, {
    createClient: () => ({ call }),
    readFile: () => Promise.resolve('cGljdHVyZQ=='),
    process: { env },
    console: { log: () => undefined },
  });
  // Out of the other context's objects, whose prototypes are not ours.
  return JSON.parse(JSON.stringify(made[0])) as { name: string; sent: unknown };
}

test.each<ExampleCall>([...exampleCalls])(
  'the example “%s” is the same call in curl and TypeScript, with fields that the contract accepts',
  async (which) => {
    const [name, schema] = contract[which];
    const { curl, TypeScript } = callExamples[which](origin);
    const shell = await curlCall(curl);
    const script = await clientCall(TypeScript);
    expect(shell.args).toContain('Authorization: Bearer frk_test_x');
    for (const one of [shell, script]) {
      expect(one.name).toBe(name);
      expect(schema.safeParse(one.sent).error).toBeUndefined();
    }
    expect(Object.keys(script.sent as object)).toEqual(Object.keys(shell.sent as object));
  },
);
