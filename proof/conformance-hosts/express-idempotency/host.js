// POST /orders behind the middleware express-idempotency with its memory store; each execution gives another order id.
"use strict";
const { randomUUID } = require("node:crypto");
const express = require("express");
const { idempotency, getSharedIdempotencyService } = require("express-idempotency");

const app = express();
app.use(express.json());
app.post("/orders", idempotency(), async (request, response) => {
  if (getSharedIdempotencyService().isHit(request)) {
    return;
  }
  await new Promise((done) => setTimeout(done, 50)); // as long as a database would take
  if (request.body.parcels >= 1) {
    response.status(201).send({ orderId: randomUUID() });
  } else {
    response.status(400).send({ error: "parcels must be at least 1" });
  }
});
app.use((error, request, response, next) => {
  if (response.headersSent) {
    return next(error);
  }
  response.status(response.statusCode >= 400 ? response.statusCode : 500).send({ error: error.message });
});
app.listen(Number(process.env.PORT ?? 0), "127.0.0.1", function () {
  console.log(`ready on ${this.address().port}`);
});
