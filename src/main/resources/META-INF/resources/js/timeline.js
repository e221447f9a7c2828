/**
 * Puts what happened to an application into one order. The entries of its history are numbered, and a message out names the
 * entry that it is about, so clocks decide only where there is no number: what was received stands before the entries of its
 * time, since it may have caused them.
 *
 * No DOM, no words, no network.
 */

/**
 * @param {{at: string, step: number}[]} history
 * @param {{at: string, step?: number}[]} others messages out with the step that they are about, and what was received
 * @returns {object[]} all of them, the earliest first
 */
export function merged(history, others) {
  // An older version of the service sends no steps, while it is being replaced.
  if (history.some(({ step }) => step === undefined)) return [...history, ...others].sort((a, b) => Date.parse(a.at) - Date.parse(b.at));
  const times = new Map(history.map(({ step, at }) => [step, Date.parse(at)]));
  const placed = [
    ...history.map((entry) => ({ entry, time: times.get(entry.step), step: entry.step, rank: 0 })),
    ...others.map((entry) =>
      times.has(entry.step)
        ? { entry, time: times.get(entry.step), step: entry.step, rank: 1 }
        : { entry, time: Date.parse(entry.at), step: 0, rank: 0 },
    ),
  ];
  return placed.sort((a, b) => a.time - b.time || a.step - b.step || a.rank - b.rank).map(({ entry }) => entry);
}
