-- The requests of the bench, one after another. MODE says which:
--   created      a submission under a fresh key
--   replayed     a submission under one of the keys that exist
--   without-key  a submission to the bench's own endpoint
--   inquiry      an inquiry about one of the keys that exist
--   list         the first page of the account's applications
--   move         the warehouse check of one application of the file MOVE_IDS after another
-- and of the neighbour, another account, for whom HELD_KEYS keys "held-…" are held by a session of the database:
--   held, held-inquiry            submissions and inquiries for the first of them
--   many-held, many-held-inquiry  for any of them
--   tokens                        requests for submission tokens
--   slow                          submissions under fresh keys
local mode = os.getenv("MODE")
local neighbour = { held = true, ["held-inquiry"] = true, ["many-held"] = true, ["many-held-inquiry"] = true,
  tokens = true, slow = true }
local token = os.getenv(neighbour[mode] and "NEIGHBOUR_TOKEN" or mode == "move" and "STAFF_TOKEN" or "BENCH_TOKEN")
local keys, held = tonumber(os.getenv("REPLAY_KEYS")), tonumber(os.getenv("HELD_KEYS") or "1")
local path = mode == "without-key" and "/bench/applications" or "/v1/applications"
local body = '{"origin":"AU","destination":"KR","parcels":1}'
local counter, threads = 0, 0 -- counter is each thread's own
local ids = {}

function setup(thread)
  thread:set("id", threads)
  threads = threads + 1
end

function init()
  math.randomseed(os.time() + id * 7919)
  prefix = string.format("wrk-%d-%d-%d-", os.time(), id, math.random(1, 1000000000))
  if mode == "move" then
    for line in io.lines(os.getenv("MOVE_IDS")) do ids[#ids + 1] = line end
  end
end

local function submit(key)
  return wrk.format("POST", path, {
    ["Authorization"] = "Bearer " .. token,
    ["Content-Type"] = "application/json",
    ["Idempotency-Key"] = key,
  }, body)
end

local function get(address)
  return wrk.format("GET", address, { ["Authorization"] = "Bearer " .. token })
end

function request()
  counter = counter + 1
  if mode == "replayed" then
    return submit("replay-" .. math.random(1, keys))
  elseif mode == "inquiry" then
    return get("/v1/submissions?idempotencyKey=replay-" .. math.random(1, keys))
  elseif mode == "list" then
    return get("/v1/applications?limit=20")
  elseif mode == "move" then
    return wrk.format("POST", "/v1/applications/" .. ids[(counter * 2 + id) % #ids + 1] .. "/transitions", {
      ["Authorization"] = "Bearer " .. token,
      ["Content-Type"] = "application/json",
    }, '{"to":"WAREHOUSE_CHECKED"}')
  elseif mode == "held" then
    return submit("held-1")
  elseif mode == "many-held" then
    return submit("held-" .. math.random(1, held))
  elseif mode == "held-inquiry" then
    return get("/v1/submissions?idempotencyKey=held-1")
  elseif mode == "many-held-inquiry" then
    return get("/v1/submissions?idempotencyKey=held-" .. math.random(1, held))
  elseif mode == "tokens" then
    return wrk.format("POST", "/v1/submission-tokens", { ["Authorization"] = "Bearer " .. token })
  end
  return submit(prefix .. counter)
end

function done(summary, latency)
  local errors = summary.errors
  io.write(string.format("RESULT %d %.3f %d %d\n", summary.requests, summary.duration / 1e6,
    errors.status, errors.connect + errors.read + errors.write + errors.timeout))
end
