-- For wrk: asks in turn for the addresses in a file, one a line; the second word says how many to leave out at first.
local requests, at = {}, 0

function init(words)
  for path in io.lines(words[1]) do requests[#requests + 1] = wrk.format(nil, path) end
  at = tonumber(words[2])
end

function request()
  at = at % #requests + 1
  return requests[at]
end
