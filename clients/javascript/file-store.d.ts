import type { KeyStore } from './client.js';

/** Keeps operations as files in a directory, which is created if it does not exist. For Node.js. */
export declare function fileStore(directory: string): KeyStore;
