/** Lets `size` pieces of work run at a time, in the order in which they came. */
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
