package org.bipj.testkit;

import java.lang.foreign.MemorySegment;
import java.util.function.BooleanSupplier;
import org.bipj.core.nic.Capabilities;
import org.bipj.core.nic.CellTraps;
import org.bipj.core.nic.Endpoints;
import org.bipj.core.nic.LookAhead;
import org.bipj.core.nic.Multicast;
import org.bipj.core.nic.NicPort;
import org.bipj.core.nic.PacketInterface;
import org.bipj.core.nic.PacketSink;
import org.bipj.core.nic.PostedReceives;
import org.bipj.core.nic.RemoteMemory;
import org.bipj.core.nic.RemoteSegments;
import org.bipj.core.nic.SharedGroups;
import org.bipj.core.nic.VirtualTime;
import org.bipj.core.nic.WaitReports;
import org.bipj.core.payload.StreamingCopy;

/**
 * A port that hands every call on to another one; what is to differ is overridden. Its facets are those of the
 * other port, or what that can do would be hidden from the test.
 */
public abstract class DelegatingPort implements NicPort {
    private final NicPort port;

    /** A port in front of another one. */
    protected DelegatingPort(NicPort port) {
        this.port = port;
    }

    @Override
    public boolean sleepBeside(BooleanSupplier mayNot, long ns) {
        return port.sleepBeside(mayNot, ns);
    }

    @Override
    public void wakeBeside() {
        port.wakeBeside();
    }

    @Override
    public int rank() {
        return port.rank();
    }

    @Override
    public int size() {
        return port.size();
    }

    @Override
    public Capabilities capabilities() {
        return port.capabilities();
    }

    @Override
    public Capabilities capabilities(int peer) {
        return port.capabilities(peer);
    }

    @Override
    public int host(int peer) {
        return port.host(peer);
    }

    @Override
    public long claim(int peer, int lane, int bytes) {
        return port.claim(peer, lane, bytes);
    }

    @Override
    public MemorySegment memory(int peer, int lane) {
        return port.memory(peer, lane);
    }

    @Override
    public StreamingCopy streaming(int peer, int lane, long at) {
        return port.streaming(peer, lane, at);
    }

    @Override
    public void commit(int peer, int lane, long claim, int bytes, int immediate) {
        port.commit(peer, lane, claim, bytes, immediate);
    }

    @Override
    public void abort(int peer, int lane, long claim) {
        port.abort(peer, lane, claim);
    }

    @Override
    public int poll(PacketSink sink, int limit) {
        return port.poll(sink, limit);
    }

    @Override
    public void expect(int peer) {
        port.expect(peer);
    }

    @Override
    public void release(int peer, int lane, long offset) {
        port.release(peer, lane, offset);
    }

    @Override
    public long now() {
        return port.now();
    }

    @Override
    public void idle(int fruitless) {
        port.idle(fruitless);
    }

    @Override
    public int pollOrIdle(PacketSink sink, int limit, int fruitless) {
        return port.pollOrIdle(sink, limit, fruitless);
    }

    @Override
    public LookAhead lookAhead() {
        return port.lookAhead();
    }

    @Override
    public RemoteMemory remoteMemory() {
        return port.remoteMemory();
    }

    @Override
    public PostedReceives postedReceives() {
        return port.postedReceives();
    }

    @Override
    public SharedGroups sharedGroups() {
        return port.sharedGroups();
    }

    @Override
    public Multicast multicast() {
        return port.multicast();
    }

    @Override
    public VirtualTime virtualTime() {
        return port.virtualTime();
    }

    @Override
    public WaitReports waitReports() {
        return port.waitReports();
    }

    @Override
    public Endpoints endpoints() {
        return port.endpoints();
    }

    @Override
    public RemoteSegments remoteSegments() {
        return port.remoteSegments();
    }

    @Override
    public CellTraps cellTraps() {
        return port.cellTraps();
    }

    @Override
    public PacketInterface packetInterface() {
        return port.packetInterface();
    }

    @Override
    public boolean hasReachedPeers() {
        return port.hasReachedPeers();
    }

    @Override
    public boolean pause(PacketSink sink) {
        return port.pause(sink);
    }

    @Override
    public void resume() {
        port.resume();
    }

    @Override
    public void close() {
        port.close();
    }
}
