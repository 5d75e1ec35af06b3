package org.bipj.sim.hardware;

import org.bipj.sim.net.Worm;

/**
 * A receiver with a few buffers, each of which takes any worm. The receive engine has room as long as one is free; else
 * the network holds the sender back.
 */
public abstract class BufferedReceiver implements WormReceiver {
    private final Lanai lanai;
    private final int room;
    private final FirmwareStep receive;
    private int freeBuffers;
    private boolean armed;
    private int damaged;

    /**
     * Creates a receiver with free buffers.
     *
     * @param room of each buffer, in characters
     * @param receive what it costs to find that a worm is damaged
     */
    protected BufferedReceiver(Lanai lanai, int buffers, int room, FirmwareStep receive) {
        this.lanai = lanai;
        this.room = room;
        this.receive = receive;
        freeBuffers = buffers;
    }

    /** A worm has arrived undamaged. Its buffer is free afterwards, unless it is {@linkplain #occupy occupied}. */
    protected abstract void arrived(Object content);

    @Override
    public final void arm() {
        if (!armed && freeBuffers > 0) {
            freeBuffers--;
            armed = true;
            lanai.receive(room);
        }
    }

    /** Takes in what has arrived whole; what is damaged is counted, and dropped. */
    @Override
    public final void tail(Worm worm) {
        armed = false;
        freeBuffers++;
        if (worm.corrupt || worm.truncated) {
            receive.charge(lanai);
            damaged++;
        } else {
            arrived(worm.content);
        }
        arm();
    }

    /** The buffer of what has arrived stays in use. */
    protected final void occupy() {
        freeBuffers--;
    }

    /** A buffer that was occupied is free. */
    protected final void release() {
        freeBuffers++;
    }

    /** How many of the board's receive buffers are free. */
    protected final int freeBuffers() {
        return freeBuffers;
    }

    /** How many worms have arrived damaged. */
    public final int damaged() {
        return damaged;
    }
}
