package org.bipj.net;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.bipj.core.nic.Capabilities;
import org.bipj.core.nic.PacketSink;
import org.bipj.core.nic.Region;
import org.bipj.core.nic.RemoteMemory;
import org.bipj.core.payload.Payload;
import org.bipj.net.remote.RemotePort;

/**
 * The port to other hosts of a rank whose job uses UCX, once it is connected with other jobs: it reaches these over TCP. It sleeps on the
 * network from which it expects something, for a short time.
 */
final class BothNetworks implements RemotePort, RemoteMemory {
    private final RemotePort own;
    private final RemotePort others;
    private final RemoteMemory ownMemory;
    private final RemoteMemory othersMemory;
    /** Ranks of the own job. */
    private final int world;

    private boolean expectsOthers;

    /**
     * Puts two ports together; both are closed with it.
     *
     * @param own over the ranks of the own job
     * @param others over those of other jobs, whose numbers are higher
     */
    BothNetworks(RemotePort own, RemotePort others) {
        this.own = own;
        this.others = others;
        world = own.size();
        ownMemory = own.remoteMemory();
        othersMemory = others.remoteMemory();
    }

    private RemotePort of(int peer) {
        return peer < world ? own : others;
    }

    private RemoteMemory memoryOf(int peer) {
        return peer < world ? ownMemory : othersMemory;
    }

    @Override
    public int rank() {
        return own.rank();
    }

    @Override
    public int size() {
        return others.size();
    }

    @Override
    public Capabilities capabilities() {
        return own.capabilities();
    }

    @Override
    public Capabilities capabilities(int peer) {
        return of(peer).capabilities(peer);
    }

    @Override
    public long claim(int peer, int lane, int bytes) {
        return of(peer).claim(peer, lane, bytes);
    }

    @Override
    public MemorySegment memory(int peer, int lane) {
        return of(peer).memory(peer, lane);
    }

    @Override
    public void commit(int peer, int lane, long claim, int bytes, int immediate) {
        of(peer).commit(peer, lane, claim, bytes, immediate);
    }

    @Override
    public void abort(int peer, int lane, long claim) {
        of(peer).abort(peer, lane, claim);
    }

    @Override
    public int poll(PacketSink sink, int limit) {
        return own.poll(sink, limit) + others.poll(sink, limit);
    }

    @Override
    public int pollOthers(PacketSink sink, int limit) {
        return expectsOthers
                ? own.poll(sink, limit) + others.pollOthers(sink, limit)
                : own.pollOthers(sink, limit) + others.poll(sink, limit);
    }

    @Override
    public void expect(int peer) {
        expectsOthers = peer >= world;
        of(peer).expect(peer);
    }

    @Override
    public void release(int peer, int lane, long offset) {
        of(peer).release(peer, lane, offset);
    }

    @Override
    public long now() {
        return own.now();
    }

    @Override
    public void idle(int fruitless) {
        of(expectsOthers ? world : 0).idle(fruitless);
    }

    @Override
    public long peek(int peer) {
        return of(peer).peek(peer);
    }

    @Override
    public MemorySegment peekMemory(int peer) {
        return of(peer).peekMemory(peer);
    }

    @Override
    public long peekOffset(int peer) {
        return of(peer).peekOffset(peer);
    }

    @Override
    public void take(int peer) {
        of(peer).take(peer);
    }

    @Override
    public RemoteMemory remoteMemory() {
        return this;
    }

    @Override
    public Region register(long bytes, Arena arena) {
        return ownMemory == null ? null : ownMemory.register(bytes, arena);
    }

    @Override
    public Region registerRequired(long bytes, Arena arena) {
        return ownMemory == null ? null : ownMemory.registerRequired(bytes, arena);
    }

    @Override
    public long expose(Payload payload) {
        return NOT_EXPOSED;
    }

    @Override
    public void conceal(long key) {
        // Nothing was exposed to all.
    }

    @Override
    public long exposeSource(int peer, Payload payload) {
        RemoteMemory memory = memoryOf(peer);
        return memory == null ? NOT_EXPOSED : memory.exposeSource(peer, payload);
    }

    @Override
    public long exposeTarget(int peer, Payload payload, long bytes) {
        RemoteMemory memory = memoryOf(peer);
        return memory == null ? NOT_EXPOSED : memory.exposeTarget(peer, payload, bytes);
    }

    @Override
    public void conceal(int peer, long key) {
        memoryOf(peer).conceal(peer, key);
    }

    @Override
    public int get(int peer, long key, Payload into, long bytes, long cookie) {
        RemoteMemory memory = memoryOf(peer);
        return memory == null ? UNREACHABLE : memory.get(peer, key, into, bytes, cookie);
    }

    @Override
    public int put(int peer, long key, Payload from, long bytes, long cookie) {
        RemoteMemory memory = memoryOf(peer);
        return memory == null ? UNREACHABLE : memory.put(peer, key, from, bytes, cookie);
    }

    @Override
    public void sleep(int ms) {
        of(expectsOthers ? world : 0).sleep(ms);
    }

    @Override
    public boolean hasSomething() {
        return own.hasSomething() || others.hasSomething();
    }

    @Override
    public boolean isQuiet() {
        return own.isQuiet() && others.isQuiet();
    }

    @Override
    public long traffic() {
        return own.traffic() + others.traffic();
    }

    /** Of the own job's ranks: with others nothing is counted, and nothing is detected. */
    @Override
    public long balance() {
        return own.balance();
    }

    @Override
    public long bytesWritten() {
        return own.bytesWritten() + others.bytesWritten();
    }

    @Override
    public boolean hasReachedPeers() {
        return own.hasReachedPeers() && others.hasReachedPeers();
    }

    @Override
    public boolean pause(PacketSink sink) {
        return own.pause(sink) & others.pause(sink);
    }

    @Override
    public void resume() {
        own.resume();
        others.resume();
    }

    @Override
    public void close() {
        try {
            own.close();
        } finally {
            others.close();
        }
    }
}
