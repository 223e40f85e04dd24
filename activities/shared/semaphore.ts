/** Returns a function that runs at most `size` calls at once and queues the others in order of arrival. */
export function semaphore(size: number): <T>(work: () => Promise<T>) => Promise<T> {
  let free = size;
  const queue: (() => void)[] = [];
  return async (work) => {
    if (free > 0) free -= 1;
    else await new Promise<void>((resolve) => queue.push(resolve));
    try {
      return await work();
    } finally {
      const next = queue.shift();
      if (next) next();
      else free += 1;
    }
  };
}
