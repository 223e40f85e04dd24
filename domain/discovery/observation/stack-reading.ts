/** A resource that a stack lists, of a type that the inventory has. */
export interface StackResource {
  readonly logicalId: string;
  /** Type of the inventory. */
  readonly resourceType: string;
  readonly physicalId: string;
  /** The stack kept the resource when it was removed from the template, and manages it no longer. */
  readonly retained: boolean;
}

/** The resources of a stack. */
export interface StackReading {
  /** Text that changes when the resources change; absent while the stack is being changed. */
  readonly version?: string;
  readonly resources: readonly StackResource[];
}
