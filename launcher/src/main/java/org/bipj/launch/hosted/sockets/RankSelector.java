package org.bipj.launch.hosted.sockets;

import java.io.IOException;
import java.nio.channels.CancelledKeyException;
import java.nio.channels.ClosedSelectorException;
import java.nio.channels.IllegalSelectorException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.spi.AbstractSelectableChannel;
import java.nio.channels.spi.AbstractSelectionKey;
import java.nio.channels.spi.AbstractSelector;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.bipj.launch.hosted.threads.JdkCopies;
import org.bipj.sim.ip.IpHost;
import org.bipj.sim.kernel.Fiber;

/**
 * A selector of channels of a simulated host. It waits for any of them at once. As with the JDK's, a selection sees the keys and
 * interests that there are when it begins, and selected keys come in the order in which they were registered. Public because the
 * programs' classes call its static method.
 */
public final class RankSelector extends AbstractSelector {
    private static final long PS_PER_MS = 1_000_000_000;

    private final IpHost host = RankHost.current();
    private final ReentrantLock selecting = JdkCopies.lock();
    private final Set<SelectionKey> keys = new LinkedHashSet<>();
    private final Set<SelectionKey> selected = new LinkedHashSet<>();
    private boolean isWoken;

    RankSelector(RankSelectorProvider provider) throws IOException {
        super(provider);
    }

    /** Instead of {@code Selector.open()}. */
    public static Selector open() throws IOException {
        return RankSelectorProvider.ONLY.openSelector();
    }

    /** A channel, and what is wanted of it. */
    private static final class Key extends AbstractSelectionKey {
        private final RankSelector selector;
        private final AbstractSelectableChannel channel;
        private int interest;
        private int ready;

        Key(RankSelector selector, AbstractSelectableChannel channel, int interest) {
            this.selector = selector;
            this.channel = channel;
            this.interest = interest;
        }

        private void check() {
            if (!isValid()) {
                throw new CancelledKeyException();
            }
        }

        @Override
        public AbstractSelectableChannel channel() {
            return channel;
        }

        @Override
        public Selector selector() {
            return selector;
        }

        @Override
        public int interestOps() {
            check();
            return interest;
        }

        @Override
        public SelectionKey interestOps(int ops) {
            check();
            if ((ops & ~channel.validOps()) != 0) {
                throw new IllegalArgumentException("ops: " + ops + "; the channel has " + channel.validOps());
            }
            interest = ops;
            return this;
        }

        @Override
        public int readyOps() {
            check();
            return ready;
        }

        private int readyOf(int wanted) {
            return isValid() ? ((Selectable) channel).readyOps() & wanted : 0;
        }
    }

    /** A key and its interest when a selection has begun. */
    private record Wanted(Key key, int ops) {
        boolean isReady() {
            return key.readyOf(ops) != 0;
        }
    }

    @Override
    protected SelectionKey register(AbstractSelectableChannel channel, int ops, Object attachment) {
        checkOpen();
        if (!(channel instanceof Selectable)) {
            throw new IllegalSelectorException();
        }
        Key key = new Key(this, channel, ops);
        key.attach(attachment);
        keys.add(key);
        return key;
    }

    private void checkOpen() {
        if (!isOpen()) {
            throw new ClosedSelectorException();
        }
    }

    @Override
    public Set<SelectionKey> keys() {
        checkOpen();
        return Collections.unmodifiableSet(keys);
    }

    @Override
    public Set<SelectionKey> selectedKeys() {
        checkOpen();
        return selected;
    }

    // ---- selection ---------------------------------------------------------------------------------------------

    @Override
    public int selectNow() throws IOException {
        return select(0, false);
    }

    @Override
    public int select() throws IOException {
        return select(0, true);
    }

    @Override
    public int select(long timeout) throws IOException {
        if (timeout < 0) {
            throw new IllegalArgumentException("Negative timeout");
        }
        return select(timeout, true);
    }

    @Override
    public int select(Consumer<SelectionKey> action, long timeout) throws IOException {
        return selectThen(action, () -> select(timeout));
    }

    @Override
    public int select(Consumer<SelectionKey> action) throws IOException {
        return selectThen(action, this::select);
    }

    @Override
    public int selectNow(Consumer<SelectionKey> action) throws IOException {
        return selectThen(action, this::selectNow);
    }

    private interface Selection {
        int run() throws IOException;
    }

    private int selectThen(Consumer<SelectionKey> action, Selection selection) throws IOException {
        Objects.requireNonNull(action);
        selecting.lock();
        try {
            checkOpen();
            selected.clear();
            selection.run();
            List<SelectionKey> found = new ArrayList<>(selected);
            selected.clear();
            found.forEach(key -> {
                action.accept(key);
                checkOpen();
            });
            return found.size();
        } finally {
            selecting.unlock();
        }
    }

    /** A selection; if it waits, a time of 0 stands for no limit. */
    private int select(long timeoutMs, boolean waits) throws IOException {
        selecting.lock();
        try {
            checkOpen();
            host.systemCall();
            removeCancelled();
            List<Wanted> wanted = wanted();
            if (waits && wanted.stream().noneMatch(Wanted::isReady)) {
                await(wanted, timeoutMs);
                if (!isOpen()) {
                    return 0;
                }
                removeCancelled();
            }
            isWoken = false;
            return update(wanted);
        } finally {
            selecting.unlock();
        }
    }

    private List<Wanted> wanted() {
        return keys.stream()
                .map(Key.class::cast)
                .filter(SelectionKey::isValid)
                .map(key -> new Wanted(key, key.interest))
                .toList();
    }

    private void await(List<Wanted> wanted, long timeoutMs) {
        Fiber self = Fiber.current();
        boolean isEndless = timeoutMs == 0 || timeoutMs >= (Fiber.END_PS - self.clock()) / PS_PER_MS;
        self.waitFor(
                () -> isWoken
                        || !isOpen()
                        || self.isInterrupted()
                        || wanted.stream().anyMatch(Wanted::isReady),
                isEndless ? Fiber.FOREVER : self.clock() + TimeUnit.MILLISECONDS.toNanos(timeoutMs) * 1000,
                "a channel of a Selector with " + wanted.size() + (wanted.size() == 1 ? " key" : " keys"));
    }

    /** Selects keys; returns the number of those whose ready sets have changed. */
    private int update(List<Wanted> wanted) {
        int changed = 0;
        for (Wanted each : wanted) {
            int ready = each.key.readyOf(each.ops);
            if (ready == 0) {
                continue;
            }
            if (selected.add(each.key)) {
                each.key.ready = ready;
                changed++;
            } else if ((ready & ~each.key.ready) != 0) {
                each.key.ready |= ready;
                changed++;
            }
        }
        return changed;
    }

    private void removeCancelled() {
        List<SelectionKey> cancelled;
        synchronized (cancelledKeys()) {
            cancelled = new ArrayList<>(cancelledKeys());
            cancelledKeys().clear();
        }
        for (SelectionKey key : cancelled) {
            keys.remove(key);
            selected.remove(key);
            deregister((AbstractSelectionKey) key);
        }
    }

    @Override
    public Selector wakeup() {
        isWoken = true;
        return this;
    }

    @Override
    protected void implCloseSelector() {
        isWoken = true;
        for (SelectionKey key : List.copyOf(keys)) {
            deregister((AbstractSelectionKey) key);
        }
        keys.clear();
        selected.clear();
    }
}
