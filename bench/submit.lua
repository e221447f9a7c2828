-- One submission after another. MODE: created (a fresh key each), replayed (one of the keys there), fill (the keys there, in
-- order), without-key (the bench's own endpoint).
local mode, token = os.getenv("MODE"), os.getenv("BENCH_TOKEN")
local keys = tonumber(os.getenv("REPLAY_KEYS"))
local path = mode == "without-key" and "/bench/applications" or "/v1/applications"
local body = '{"origin":"AU","destination":"KR","parcels":1}'
local counter, threads = 0, 0 -- counter is each thread's own

function setup(thread)
  thread:set("id", threads)
  threads = threads + 1
end

function init()
  math.randomseed(os.time() + id * 7919)
  counter = mode == "fill" and math.floor(tonumber(os.getenv("FILL_FROM")) / 2) or 0
  prefix = string.format("wrk-%d-%d-%d-", os.time(), id, math.random(1, 1000000000))
end

function request()
  counter = counter + 1
  local key
  if mode == "replayed" then
    key = "replay-" .. math.random(1, keys)
  elseif mode == "fill" then
    key = "replay-" .. ((counter * 2 + id) % keys + 1)
  else
    key = prefix .. counter
  end
  return wrk.format("POST", path, {
    ["Authorization"] = "Bearer " .. token,
    ["Content-Type"] = "application/json",
    ["Idempotency-Key"] = key,
  }, body)
end

function done(summary, latency)
  local errors = summary.errors
  io.write(string.format("RESULT %.1f %d %d\n", summary.requests * 1e6 / summary.duration,
    errors.status, errors.connect + errors.read + errors.write + errors.timeout))
end
