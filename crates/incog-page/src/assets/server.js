// What the page asks of the process that serves it.

const KEY = "incog-token";

// The token stands behind the # of the first address, which is sent to nobody. It stays in this tab.
const given = /^#([0-9a-f]{64})$/.exec(location.hash);
if (given) {
  sessionStorage.setItem(KEY, given[1]);
  history.replaceState(null, "", "/");
}
const token = sessionStorage.getItem(KEY) ?? "";

// Why something was not done, with the status of the answer; 0 where there was none.
export class Refused extends Error {
  constructor(status, message) {
    super(message);
    this.status = status;
  }
}

async function sent(path, said) {
  const request = {
    method: "POST",
    headers: { "Content-Type": "application/json", "X-Incog-Token": token },
    body: JSON.stringify(said),
  };
  let answer;
  try {
    answer = await fetch(path, request);
  } catch {
    throw new Refused(0, "incog has ended. Start it again to continue; saved files are kept.");
  }
  if (!answer.ok) throw new Refused(answer.status, await answer.text());
  return answer;
}

export const ask = async (path, said) => (await sent(path, said)).json();
export const html = async (part, column = "") => (await sent("/part", { part, column })).text();
