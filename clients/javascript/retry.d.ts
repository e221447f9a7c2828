/** What the service says when it has accepted an application. It never changes. */
export interface Receipt {
  readonly applicationId: string;
  readonly status: 'ACCEPTED';
  /** RFC 3339, UTC. */
  readonly acceptedAt: string;
  /** RFC 3339, UTC: until then a repetition is answered with this receipt. */
  readonly keyExpiresAt: string;
}

/** An error of the service, RFC 9457. Members beyond these depend on the type. */
export interface Problem {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly detail?: string;
  readonly advice?: string;
  readonly violations?: ReadonlyArray<{ readonly field: string; readonly code: string; readonly message: string }>;
  readonly [member: string]: unknown;
}

export declare const Outcome: {
  readonly CREATED: 'created';
  readonly REPLAYED: 'replayed';
  readonly CONFLICT: 'conflict';
  readonly EXPIRED: 'expired';
  readonly REFUSED: 'refused';
  readonly SIGNED_OUT: 'signed-out';
  readonly NOT_RECORDED: 'not-recorded';
  readonly IN_PROGRESS: 'in-progress';
  readonly UNKNOWN: 'unknown';
};

/** Tell outcomes apart by `kind`: a switch over it is checked for completeness. */
export type Outcome =
  /** Accepted now. */
  | { readonly kind: 'created'; readonly receipt: Receipt }
  /** Accepted earlier; the receipt is the first one. */
  | { readonly kind: 'replayed'; readonly receipt: Receipt }
  /** Other content was accepted under this key; nothing was changed. */
  | { readonly kind: 'conflict' }
  /** Accepted so long ago that the receipt is gone; `applicationId` only if the content is the same. */
  | { readonly kind: 'expired'; readonly applicationId?: string }
  /** Nothing was recorded. Correct the content and submit it under the same name. `problem` is the last part of its type. */
  | { readonly kind: 'refused'; readonly problem: string; readonly body: Problem }
  /** Nothing was recorded, because the token was refused, a renewed one too. */
  | { readonly kind: 'signed-out' }
  /** The service says that nothing is recorded under the key. Submit again. */
  | { readonly kind: 'not-recorded' }
  /** An earlier attempt is still being processed. Submit or ask again later. */
  | { readonly kind: 'in-progress'; readonly retryAfterMs?: number }
  /** Nobody knows yet. Submit or ask again later; `cause` is the last failure of the network or of the token. */
  | { readonly kind: 'unknown'; readonly retryAfterMs?: number; readonly cause?: unknown };

export interface Limits {
  /** How often the submission is sent before the service is asked. 6. */
  readonly attempts: number;
  /** How often the service is asked. 4. */
  readonly inquiries: number;
  /** Milliseconds, doubled with every attempt. 500. */
  readonly firstDelay: number;
  /** Milliseconds. 20 000. */
  readonly longestDelay: number;
  /** Milliseconds; a longer Retry-After ends the attempts for now. 60 000. */
  readonly longestRetryAfter: number;
}
export declare const LIMITS: Limits;

export interface Answer {
  readonly status: number;
  header(name: string): string | null;
  /** The parsed JSON; null if the answer is none. */
  readonly body: any;
}

export interface Requests {
  /** Sends the submission: the same key and bytes on each call. Rejects if no answer came. */
  send(): Promise<Answer>;
  /** Asks about the same key. Rejects if no answer came. */
  inquire(): Promise<Answer>;
}

export interface Progress {
  readonly phase: 'sending' | 'waiting' | 'asking';
  readonly attempt: number;
  readonly waitMs?: number;
}

export interface RetryOptions {
  readonly limits?: Partial<Limits>;
  /** From 0 to 1, for the jitter. */
  readonly random?: () => number;
  /** Milliseconds since 1970. */
  readonly now?: () => number;
  readonly wait?: (ms: number) => Promise<unknown>;
  readonly onProgress?: (progress: Progress) => void;
}

/** Sends until the outcome is known, then asks. `alreadySent` asks before anything is sent. */
export declare function submit(requests: Requests, options?: RetryOptions & { readonly alreadySent?: boolean }): Promise<Outcome>;

/** Asks what became of the operation, and sends nothing. */
export declare function inquire(requests: Pick<Requests, 'inquire'>, options?: RetryOptions): Promise<Outcome>;

/** Repeats a request that is safe to repeat until it is answered; null if no attempt was. */
export declare function untilAnswered(send: () => Promise<Answer>, options?: RetryOptions): Promise<Answer | null>;

/** The outcome that an answer to the submission states; null if it states none. */
export declare function outcomeOf(answer: Answer | null): Outcome | null;

/** The last part of the type of a problem; null if the answer is no problem of the service. */
export declare function problemOf(answer: Pick<Answer, 'body'>): string | null;

/** How many milliseconds to wait after this attempt: doubled, with jitter, never before Retry-After. */
export declare function delay(attempt: number, answer: Answer | null, options?: RetryOptions): number;
