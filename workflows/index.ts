/** Every workflow; the worker's bundle is made from this file. */
export {};
