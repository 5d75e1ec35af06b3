package org.bipj.launch.hosted.sockets;

/** A channel that a {@link RankSelector} watches. */
interface Selectable {
    /** What would not wait now: operations of {@link java.nio.channels.SelectionKey}. Without effects. */
    int readyOps();
}
