package org.bipj.am2;

/** Which events post the semaphore of a bundle. */
public enum EventMask {
    /** No event posts the semaphore (AM_NOEVENTS). */
    NONE,
    /** A message comes to an endpoint of the bundle whose receive queues are empty (AM_NOTEMPTY). */
    NOT_EMPTY
}
