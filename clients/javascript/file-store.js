/** Keeps operations as files in a directory, for programs on Node.js. Several processes may share the directory. */
import { link, mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Creates the store. Each operation is on the disk, with its key and bytes, before `create` or `replace` returns.
 *
 * @param {string} directory is created if it does not exist; only the user of this process may read it
 */
export function fileStore(directory) {
  const file = (name) => join(directory, `${encodeURIComponent(name)}.json`);

  async function load(name) {
    try {
      return JSON.parse(await readFile(file(name), 'utf8'));
    } catch (error) {
      if (error.code === 'ENOENT') return null;
      throw error;
    }
  }

  async function written(operation) {
    await mkdir(directory, { recursive: true, mode: 0o700 });
    const temporary = join(directory, `.${process.pid}-${Math.random().toString(36).slice(2)}.tmp`);
    const handle = await open(temporary, 'wx', 0o600);
    try {
      await handle.writeFile(JSON.stringify(operation));
      await handle.sync();
    } finally {
      await handle.close();
    }
    return temporary;
  }

  /** A name in a directory outlives a loss of power only when the directory, too, is on the disk. */
  async function syncDirectory() {
    const handle = await open(directory);
    await handle.sync().finally(() => handle.close());
  }

  return Object.freeze({
    load,

    async create(name, operation) {
      const temporary = await written(operation);
      try {
        await link(temporary, file(name)); // fails if another process was first
      } catch (error) {
        if (error.code !== 'EEXIST') throw error;
      } finally {
        await rm(temporary);
      }
      await syncDirectory();
      return load(name);
    },

    async replace(name, operation) {
      await rename(await written(operation), file(name));
      await syncDirectory();
    },

    remove: (name) => rm(file(name), { force: true }),
  });
}
