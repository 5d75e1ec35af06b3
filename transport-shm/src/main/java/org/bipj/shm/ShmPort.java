package org.bipj.shm;

/** The port over shared memory. In work: implements NicPort. */
final class ShmPort {
    private ShmPort() {}
}
