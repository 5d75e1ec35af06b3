package org.bipj.sim.bip;

/** The host driver as its firmware sees it. */
interface FirmwareHost {
    /** What all boards of the cluster share. */
    BipNetwork network();

    /** The place of the host's process, see {@link PeerNumbers}. */
    int place();

    /** The queue in the host's memory that the board fills. */
    HostQueue queue();

    /** A slot of the board has been sent. */
    void slotFree(int lane);
}
