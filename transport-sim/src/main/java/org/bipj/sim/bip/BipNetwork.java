package org.bipj.sim.bip;

import java.nio.ByteBuffer;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;
import java.util.function.BiFunction;
import org.bipj.sim.constants.Constants;
import org.bipj.sim.hardware.Lanai;
import org.bipj.sim.kernel.Event;
import org.bipj.sim.kernel.Kernel;

/**
 * The state that all ports of one simulated cluster share: the firmware's settings, routes, and pools of messages.
 */
public final class BipNetwork {
    private final Kernel kernel;
    private final FirmwareSettings mcp;
    private int ranks;
    private final BiFunction<Integer, Integer, byte[]> routes;
    /** Routes by their turns: in a grid most pairs of hosts share their route with others. */
    private final Map<ByteBuffer, byte[]> known = new HashMap<>();

    /** Places of processes whose boards have died. */
    private final BitSet dead = new BitSet();

    private final MessagePool<ShortMessage> packets;
    private final MessagePool<ControlMessage> controls = new MessagePool<>(ControlMessage::new);
    private final MessagePool<HostNotice> notices = new MessagePool<>(HostNotice::new);

    /**
     * A network on which no port is open.
     *
     * @param routes the turns from a rank to another, as in {@link org.bipj.sim.net.Worm#route}, fewer than {@code
     *     bip.route} bytes; an exception ends the run
     */
    public BipNetwork(Kernel kernel, Constants constants, int ranks, BiFunction<Integer, Integer, byte[]> routes) {
        this.kernel = kernel;
        this.ranks = ranks;
        this.routes = routes;
        mcp = new FirmwareSettings(constants);
        packets = new MessagePool<>(() -> new ShortMessage(mcp.maxPacket));
    }

    void died(int place) {
        dead.set(place);
    }

    /** True if the board of a process has died, of which the others are told. */
    boolean isDead(int place) {
        return dead.get(place);
    }

    Kernel kernel() {
        return kernel;
    }

    FirmwareSettings mcp() {
        return mcp;
    }

    int ranks() {
        return ranks;
    }

    /** There are more ranks from now on, whose ports are loaded next. */
    void grow(int more) {
        ranks = more;
    }

    /** The route from a rank to another. */
    byte[] route(int from, int to) {
        return known.computeIfAbsent(ByteBuffer.wrap(routes.apply(from, to)), ByteBuffer::array);
    }

    ShortMessage newPacket() {
        return packets.take();
    }

    void recycle(ShortMessage packet) {
        packet.board = null;
        packet.content = null;
        packet.hasSlot = false;
        packets.give(packet);
    }

    ControlMessage newControl() {
        return controls.take();
    }

    void recycle(ControlMessage control) {
        control.subject = null;
        controls.give(control);
    }

    HostNotice newNotice(HostNotice.Kind kind, int from) {
        HostNotice notice = notices.take();
        notice.kind = kind;
        notice.from = from;
        return notice;
    }

    void recycle(HostNotice notice) {
        notice.subject = null;
        notice.damage = null;
        notices.give(notice);
    }

    /** The event by which a host notifies its board that there is room again. Rare. */
    Event newRoomBell(Lanai lanai) {
        return new Event() {
            @Override
            protected void fire() {
                lanai.ring(BipFirmware.ROOM);
            }
        };
    }
}
