import assert from 'node:assert/strict';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, beforeEach, describe, test } from 'node:test';
import { Outcome, createClient } from '../client.js';
import * as exported from '../client.js';
import { fileStore } from '../file-store.js';

const CONTENT = { origin: 'AU', destination: 'KR', parcels: 1 };
const RECEIPT = { applicationId: '019ad5c2-7f00-7c1a-8a52-6f8f5b0b2f11', status: 'ACCEPTED', acceptedAt: '2026-11-30T09:30:00Z', keyExpiresAt: '2026-12-30T09:30:00Z' };
const problem = (status, slug, headers = {}) => ({ status, headers, body: { type: `/problems/${slug}`, title: slug, status } });
const created = { status: 201, body: RECEIPT };
const cut = { cut: true };

/** The service as a script: each list is played in turn, its last element for ever. */
let sends, inquiries, requests, waits, directory, server, baseUrl;

before(async () => {
  server = createServer(async (request, response) => {
    const chunks = [];
    for await (const chunk of request) chunks.push(chunk);
    requests.push({ method: request.method, url: request.url, headers: request.headers, body: Buffer.concat(chunks).toString() });
    const script = request.method === 'POST' ? sends : inquiries;
    const step = script.length > 1 ? script.shift() : script[0];
    if (step.cut) return response.destroy();
    if (step.whenReceived) await step.whenReceived();
    response.writeHead(step.status, { 'Content-Type': 'application/json', ...step.headers });
    return response.end(typeof step.body === 'string' ? step.body : JSON.stringify(step.body ?? null));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  baseUrl = `http://127.0.0.1:${server.address().port}`;
  directory = await mkdtemp(join(tmpdir(), 'operations-'));
});
after(async () => {
  server.closeAllConnections();
  server.close();
  await rm(directory, { recursive: true });
});
beforeEach(() => {
  requests = [];
  waits = [];
  sends = [created];
  inquiries = [{ status: 200, body: { state: 'NOT_RECORDED', advice: '' } }];
});

let names = 0;
const newName = () => `order/${++names} ü`;
const client = (options = {}) =>
  createClient({ baseUrl, store: fileStore(directory), token: () => 'token', wait: async (ms) => waits.push(ms), ...options });
const keys = () => new Set(requests.filter(({ method }) => method === 'POST').map(({ headers }) => headers['idempotency-key']));
const bodies = () => new Set(requests.filter(({ method }) => method === 'POST').map(({ body }) => body));

describe('each outcome has a type of its own', () => {
  const outcomes = {
    created: [created],
    replayed: [{ status: 200, body: RECEIPT }],
    conflict: [problem(409, 'idempotency-key-conflict')],
    expired: [problem(410, 'idempotency-key-expired')],
    refused: [problem(400, 'invalid-request')],
    'signed-out': [problem(401, 'authentication-required')],
    'in-progress': [problem(409, 'submission-in-progress'), { state: 'IN_PROGRESS' }],
    unknown: [problem(503, 'outcome-unknown'), null],
    'not-recorded': [problem(503, 'temporarily-unavailable'), { state: 'NOT_RECORDED' }],
  };
  for (const [kind, [answer, state]] of Object.entries(outcomes)) {
    test(kind, async () => {
      sends = [answer];
      inquiries = [state ? { status: 200, body: state } : problem(503, 'outcome-unknown')];
      assert.equal((await client().submit(newName(), CONTENT)).kind, kind);
      assert.equal(keys().size, 1);
      assert.equal(bodies().size, 1);
    });
  }
});

describe('the key', () => {
  test('and the bytes are stored before the first byte is sent', async () => {
    const store = fileStore(directory);
    const name = newName();
    let found;
    sends = [{ ...created, whenReceived: async () => (found = await store.load(name)) }];
    await client().submit(name, CONTENT);
    assert.equal(`"${found.key}"`, requests[0].headers['idempotency-key']);
    assert.equal(found.body, requests[0].body);
  });

  test('is not sent if it cannot be stored', async () => {
    const full = { ...fileStore(directory), create: () => Promise.reject(new Error('disk full')) };
    await assert.rejects(client({ store: full }).submit(newName(), CONTENT), /disk full/);
    assert.deepEqual(requests, []);
  });

  test('stays until the caller forgets the operation, also after a receipt', async () => {
    const name = newName();
    await client().submit(name, CONTENT);
    await client().submit(name, CONTENT);
    assert.equal(keys().size, 1);
    await client().forget(name);
    await client().submit(name, CONTENT);
    assert.equal(keys().size, 2);
  });

  test('stays the same for corrected content after a refusal', async () => {
    const name = newName();
    sends = [problem(400, 'invalid-request'), created];
    assert.equal((await client().submit(name, { ...CONTENT, parcels: 0 })).kind, Outcome.REFUSED);
    assert.equal((await client().submit(name, CONTENT)).kind, Outcome.CREATED);
    assert.equal(keys().size, 1);
    assert.equal(requests[1].body, JSON.stringify(CONTENT));
    assert.equal((await fileStore(directory).load(name)).body, JSON.stringify(CONTENT));
  });

  test('is one for callers at the same time', async () => {
    const name = newName();
    await Promise.all(Array.from({ length: 8 }, () => client().submit(name, CONTENT)));
    assert.equal(keys().size, 1);
    assert.deepEqual((await readdir(directory)).filter((file) => file.endsWith('.tmp')), []);
  });

  test('survives a process that is killed between sending and answer', async () => {
    const name = newName();
    let child;
    sends = [{ ...created, whenReceived: () => (child.kill('SIGKILL'), once(child, 'exit')) }, { status: 200, body: RECEIPT }];
    child = fork(new URL('submit-once.mjs', import.meta.url), [baseUrl, directory, name, JSON.stringify(CONTENT)]);
    await once(child, 'exit');
    assert.equal((await client().submit(name)).kind, Outcome.REPLAYED);
    assert.equal(requests.length, 2);
    assert.equal(keys().size, 1);
    assert.equal(bodies().size, 1);
  });

  test('may be any printable text, a submission token for instance', async () => {
    await client({ newKey: () => 'a "b" \\c' }).submit(newName(), CONTENT);
    assert.equal(requests[0].headers['idempotency-key'], '"a \\"b\\" \\\\c"');
  });

  test('of an operation that is not stored is not made up', async () => {
    await assert.rejects(client().submit(newName()), /Nothing is stored/);
    await assert.rejects(client().inquire(newName()), /Nothing is stored/);
    assert.deepEqual(requests, []);
  });
});

describe('a lost answer', () => {
  test('is repeated with the same key and bytes', async () => {
    sends = [cut, cut, { status: 200, body: RECEIPT }];
    assert.equal((await client().submit(newName(), CONTENT)).kind, Outcome.REPLAYED);
    assert.equal(keys().size, 1);
    assert.equal(waits.length, 2);
  });

  test('for as long as it is tried ends in the inquiry', async () => {
    sends = [cut];
    inquiries = [cut, { status: 200, body: { state: 'RECORDED', receipt: RECEIPT } }];
    const outcome = await client().submit(newName(), CONTENT);
    assert.deepEqual(outcome, { kind: Outcome.REPLAYED, receipt: RECEIPT });
    assert.equal(requests.at(-1).url, `/v1/submissions?idempotencyKey=${requests[0].headers['idempotency-key'].replaceAll('"', '')}`);
  });

  test('of the inquiry too is unknown, and says why', async () => {
    sends = [cut];
    inquiries = [cut];
    const outcome = await client().submit(newName(), CONTENT);
    assert.equal(outcome.kind, Outcome.UNKNOWN);
    assert.ok(outcome.cause instanceof Error);
  });

  test('that never comes is given up after the time limit', async () => {
    const never = new Promise(() => {});
    sends = [{ whenReceived: () => never }, created];
    assert.equal((await client({ timeoutMs: 300 }).submit(newName(), CONTENT)).kind, Outcome.CREATED);
  });
});

describe('the token', () => {
  const tokens = (...list) => {
    const asked = [];
    return { asked, token: ({ renew }) => (asked.push(renew), renew ? list.shift() : 'old') };
  };

  test('is renewed after a 401, and the same bytes go out again', async () => {
    const { asked, token } = tokens('new');
    sends = [problem(401, 'authentication-required'), created];
    assert.equal((await client({ token }).submit(newName(), CONTENT)).kind, Outcome.CREATED);
    assert.deepEqual(asked, [false, true]);
    assert.deepEqual(requests.map(({ headers }) => headers.authorization), ['Bearer old', 'Bearer new']);
    assert.equal(keys().size, 1);
    assert.equal(bodies().size, 1);
  });

  test('may expire between a lost answer and its repetition, and before the inquiry', async () => {
    sends = [cut, problem(401, 'authentication-required'), cut];
    inquiries = [problem(401, 'authentication-required'), { status: 200, body: { state: 'RECORDED', receipt: RECEIPT } }];
    assert.equal((await client().submit(newName(), CONTENT)).kind, Outcome.REPLAYED);
    assert.equal(keys().size, 1);
  });

  test('that cannot be had is an attempt without an answer', async () => {
    const outcome = await client({ token: () => Promise.reject(new Error('no provider')) }).submit(newName(), CONTENT);
    assert.equal(outcome.kind, Outcome.UNKNOWN);
    assert.match(outcome.cause.message, /no provider/);
    assert.deepEqual(requests, []);
  });
});

test('Retry-After is obeyed in seconds and as a date of a clock that is not ours', async () => {
  const date = { 'Retry-After': 'Mon, 30 Nov 2020 09:30:09 GMT', Date: 'Mon, 30 Nov 2020 09:30:00 GMT' };
  sends = [problem(503, 'outcome-unknown', { 'Retry-After': '7' }), problem(429, 'too-many-requests', date), created];
  await client().submit(newName(), CONTENT);
  assert.deepEqual(waits, [7000, 9000]);
});

test('a base address with a path keeps it', async () => {
  for (const path of ['/shipping', '/shipping/']) {
    await client({ baseUrl: baseUrl + path }).submit(newName(), CONTENT);
    assert.equal(requests.at(-1).url, '/shipping/v1/applications');
  }
});

test('the types name what the modules export, and nothing else', async () => {
  const declared = [];
  for (const file of ['client.d.ts', 'retry.d.ts']) {
    const text = await readFile(new URL(`../${file}`, import.meta.url), 'utf8');
    declared.push(...[...text.matchAll(/^export declare (?:const|function) (\w+)/gm)].map(([, name]) => name));
  }
  assert.deepEqual(Object.keys(exported).sort(), declared.sort());
});
