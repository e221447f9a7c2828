// A process that hands one operation in, for the test that kills it.
import { createClient } from '../client.js';
import { fileStore } from '../file-store.js';

const [baseUrl, directory, name, content] = process.argv.slice(2);
const token = () => process.env.TOKEN ?? 'token';
const outcome = await createClient({ baseUrl, store: fileStore(directory), token }).submit(name, content || undefined);
console.log([outcome.kind, outcome.receipt?.applicationId ?? outcome.problem ?? ''].join(' ').trim());
