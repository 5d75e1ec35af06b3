package org.bipj.launch.system;

/** What processors of a host share; ranks are mapped to and bound to such groups. */
public enum Level {
    /** Nothing: ranks are not bound. */
    NONE,
    /** A hardware thread. */
    HWTHREAD,
    /** A core, of which a rank gets the first hardware thread. */
    CORE,
    /** A cache of the first level. */
    L1CACHE,
    /** A cache of the second level. */
    L2CACHE,
    /** A cache of the third level. */
    L3CACHE,
    /** A socket: the cores of one package. */
    SOCKET,
    /** A NUMA node: the cores near one memory. */
    NUMA,
    /** The whole host. */
    BOARD
}
