// POST /orders behind @node-idempotency/core with its memory store; each execution gives another order id.
"use strict";
const http = require("node:http");
const { randomUUID } = require("node:crypto");
const { Idempotency } = require("@node-idempotency/core");
const { MemoryStorageAdapter } = require("@node-idempotency/storage-adapter-memory");

const idempotency = new Idempotency(new MemoryStorageAdapter(), { enforceIdempotency: true });
const refusals = {
  REQUEST_IN_PROGRESS: 409,
  IDEMPOTENCY_FINGERPRINT_MISSMATCH: 422,
  IDEMPOTENCY_KEY_MISSING: 400,
  IDEMPOTENCY_KEY_LEN_EXEEDED: 400,
};

async function order(body) {
  await new Promise((done) => setTimeout(done, 50)); // as long as a database would take
  return body.parcels >= 1
    ? { status: 201, body: { orderId: randomUUID() } }
    : { status: 400, body: { error: "parcels must be at least 1" } };
}

http
  .createServer(async (request, response) => {
    const chunks = [];
    for await (const chunk of request) chunks.push(chunk);
    const answer = (status, body) => {
      response.writeHead(status, { "Content-Type": "application/json" });
      response.end(JSON.stringify(body));
    };
    try {
      const body = JSON.parse(Buffer.concat(chunks).toString() || "{}");
      const asked = { method: request.method, headers: request.headers, path: request.url, body };
      const known = await idempotency.onRequest(asked);
      if (known) {
        return answer(known.additional.status, known.body);
      }
      const done = await order(body);
      await idempotency.onResponse(asked, { body: done.body, additional: { status: done.status } });
      answer(done.status, done.body);
    } catch (error) {
      answer(refusals[error.code] ?? 500, { error: error.message, code: error.code });
    }
  })
  .listen(Number(process.env.PORT ?? 0), "127.0.0.1", function () {
    console.log(`ready on ${this.address().port}`);
  });
