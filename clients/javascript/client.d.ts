import type { Outcome, RetryOptions } from './retry.js';

export * from './retry.js';

/** What is kept of an operation: the same key and bytes go out with every attempt. */
export interface Operation {
  readonly key: string;
  readonly body: string;
}

/**
 * Where operations are kept, by the caller's own name for each (an order number, say). A store belongs to one account. Each method
 * has to have stored durably before it resolves; a rejection reaches the caller of the client, and nothing is sent.
 */
export interface KeyStore {
  load(name: string): Promise<Operation | null> | Operation | null;
  /** Stores the operation unless one has this name already, as one step, and returns what is stored now. */
  create(name: string, operation: Operation): Promise<Operation> | Operation;
  /** Stores other bytes under the key that is there. */
  replace(name: string, operation: Operation): Promise<void> | void;
  remove(name: string): Promise<void> | void;
}

export interface ClientOptions extends RetryOptions {
  /** The address of the service, for example https://uketsuke.example.com. */
  readonly baseUrl: string;
  readonly store: KeyStore;
  /** Gives an access token; with `renew` the service has refused the last one, so a fresh one is needed. */
  readonly token: (request: { readonly renew: boolean }) => Promise<string> | string;
  /** Gives the key of a new operation; 128 random bits by default. A submission token goes here. */
  readonly newKey?: () => Promise<string> | string;
  /** How long one attempt may take, in milliseconds. 20 000. */
  readonly timeoutMs?: number;
  readonly fetch?: typeof globalThis.fetch;
}

export interface Client {
  /**
   * Sends the operation of this name until its outcome is known. Without content the stored bytes are sent again, after a restart
   * for instance. Rejects only if the store does, or if there is neither content nor a stored operation.
   *
   * @param content the application, as an object or as JSON text
   */
  submit(name: string, content?: object | string): Promise<Outcome>;
  /** Asks what became of the operation, and sends nothing. */
  inquire(name: string): Promise<Outcome>;
  /** Forgets the key. Call it when you have recorded the outcome: the same name is a new operation from then on. */
  forget(name: string): Promise<void>;
}

export declare function createClient(options: ClientOptions): Client;
