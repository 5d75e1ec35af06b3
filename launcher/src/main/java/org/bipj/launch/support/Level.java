package org.bipj.launch.support;

/** What processors of a host share; ranks are mapped to and bound to such groups. */
public enum Level {
    /** No processors: ranks are not bound. */
    NONE,
    /** One hardware thread. */
    HWTHREAD,
    /** A core, of which a rank gets the first hardware thread. */
    CORE,
    /** The cores that share a cache of the first level. */
    L1CACHE,
    /** The cores that share a cache of the second level. */
    L2CACHE,
    /** The cores that share a cache of the third level. */
    L3CACHE,
    /** A socket: the cores of one package. */
    SOCKET,
    /** A NUMA node: the cores near one memory. */
    NUMA,
    /** All processors of the host. */
    BOARD
}
