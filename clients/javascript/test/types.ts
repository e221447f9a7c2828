// Compiled, never run: the types let a caller tell every outcome apart, and a forgotten one is an error.
import { createClient, type Outcome } from '@uketsuke/client';
import { fileStore } from '@uketsuke/client/file-store.js';

const client = createClient({ baseUrl: 'https://uketsuke.example.com', store: fileStore('operations'), token: () => 'token' });

function told(outcome: Outcome): string {
  switch (outcome.kind) {
    case 'created':
    case 'replayed':
      return outcome.receipt.applicationId;
    case 'conflict':
      return 'other content';
    case 'expired':
      return outcome.applicationId ?? 'another application';
    case 'refused':
      return outcome.body.violations?.[0]?.field ?? outcome.problem;
    case 'in-progress':
    case 'unknown':
      return `again in ${outcome.retryAfterMs ?? 0}`;
    case 'signed-out':
    case 'not-recorded':
      return 'again';
  }
}

// @ts-expect-error: a conflict has no receipt
export const wrong = (outcome: Extract<Outcome, { kind: 'conflict' }>) => outcome.receipt;
export const run = async (): Promise<string> => told(await client.submit('order-4711', { origin: 'AU', destination: 'KR', parcels: 1 }));
