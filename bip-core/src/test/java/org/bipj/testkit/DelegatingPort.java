package org.bipj.testkit;

import java.lang.foreign.MemorySegment;
import java.util.function.Supplier;
import org.bipj.core.nic.Capabilities;
import org.bipj.core.nic.HostWork;
import org.bipj.core.nic.NicPort;
import org.bipj.core.nic.PacketSink;
import org.bipj.core.nic.Region;
import org.bipj.core.payload.Payload;

/**
 * A port that hands every call on to another one; what is to differ is overridden. The methods with a default are
 * handed on too, or what the other port can do would be hidden from the test.
 */
public abstract class DelegatingPort implements NicPort {
    private final NicPort port;

    /** A port in front of another one. */
    protected DelegatingPort(NicPort port) {
        this.port = port;
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
    public long claim(int peer, int lane, int bytes) {
        return port.claim(peer, lane, bytes);
    }

    @Override
    public MemorySegment memory(int peer, int lane) {
        return port.memory(peer, lane);
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
    public int pollOthers(PacketSink sink, int limit) {
        return port.pollOthers(sink, limit);
    }

    @Override
    public boolean canPeek() {
        return port.canPeek();
    }

    @Override
    public long peek(int peer) {
        return port.peek(peer);
    }

    @Override
    public MemorySegment peekMemory(int peer) {
        return port.peekMemory(peer);
    }

    @Override
    public long peekOffset(int peer) {
        return port.peekOffset(peer);
    }

    @Override
    public void take(int peer) {
        port.take(peer);
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
    public Region register(long bytes) {
        return port.register(bytes);
    }

    @Override
    public long expose(Payload payload) {
        return port.expose(payload);
    }

    @Override
    public void conceal(long key) {
        port.conceal(key);
    }

    @Override
    public int get(int peer, long key, Payload into, long bytes, long cookie) {
        return port.get(peer, key, into, bytes, cookie);
    }

    @Override
    public int put(int peer, long key, Payload from, long bytes, long cookie) {
        return port.put(peer, key, from, bytes, cookie);
    }

    @Override
    public int tableBytes() {
        return port.tableBytes();
    }

    @Override
    public void lay(Payload data) {
        port.lay(data);
    }

    @Override
    public boolean isTableLaid() {
        return port.isTableLaid();
    }

    @Override
    public void pick(Payload into, long bytes) {
        port.pick(into, bytes);
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
    public boolean postsReceives() {
        return port.postsReceives();
    }

    @Override
    public void post(long name, Payload into, long bytes, long cookie) {
        port.post(name, into, bytes, cookie);
    }

    @Override
    public boolean unpost(long name) {
        return port.unpost(name);
    }

    @Override
    public void readySend(int peer, long name, Payload from, long bytes, long cookie) {
        port.readySend(peer, name, from, bytes, cookie);
    }

    @Override
    public void refused(long cookie) {
        port.refused(cookie);
    }

    @Override
    public void reportBy(Supplier<String> outstanding) {
        port.reportBy(outstanding);
    }

    @Override
    public void reportIfAsked() {
        port.reportIfAsked();
    }

    @Override
    public void charge(HostWork work) {
        port.charge(work);
    }

    @Override
    public void chargeCopy(long bytes) {
        port.chargeCopy(bytes);
    }

    @Override
    public void close() {
        port.close();
    }
}
