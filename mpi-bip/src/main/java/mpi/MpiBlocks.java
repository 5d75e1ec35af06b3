package mpi;

import java.util.function.IntFunction;
import java.util.function.IntToLongFunction;
import org.bipj.core.payload.TypeLayout;
import org.jspecify.annotations.Nullable;

/** The blocks that a collective operation sends, or receives, on one rank: one for each peer. Memory need not be known. */
public final class MpiBlocks {
    private final int number;
    private final IntToLongFunction counts;
    private final IntFunction<@Nullable TypeLayout> layouts;

    private MpiBlocks(int number, IntToLongFunction counts, IntFunction<@Nullable TypeLayout> layouts) {
        this.number = number;
        this.counts = counts;
        this.layouts = layouts;
    }

    /** Any number of equal blocks. */
    static MpiBlocks equal(long count, @Nullable TypeLayout layout) {
        return new MpiBlocks(Integer.MAX_VALUE, i -> count, i -> layout);
    }

    /** One for each count. What the program changes later is not seen. */
    static MpiBlocks of(int @Nullable [] counts, IntFunction<@Nullable TypeLayout> layouts) {
        if (counts == null) {
            return new MpiBlocks(0, i -> 0, layouts);
        }
        int[] kept = counts.clone();
        return new MpiBlocks(kept.length, i -> kept[i], layouts);
    }

    /** The same of counts that may be no ints. */
    static MpiBlocks of(long @Nullable [] counts, IntFunction<@Nullable TypeLayout> layouts) {
        if (counts == null) {
            return new MpiBlocks(0, i -> 0, layouts);
        }
        long[] kept = counts.clone();
        return new MpiBlocks(kept.length, i -> kept[i], layouts);
    }

    /** Bytes of a block; negative if the arguments do not say. */
    public long bytes(int block) {
        TypeLayout layout = layout(block);
        return layout == null ? -1 : counts.applyAsLong(block) * layout.size();
    }

    /** The {@linkplain MpiBuffer#signature types} of a block; 0 if they match all. */
    public long signature(int block) {
        TypeLayout layout = layout(block);
        return layout == null ? 0 : layout.signature().digest(counts.applyAsLong(block) * layout.size());
    }

    /** Null if the arguments are wrong, which the call itself reports, and for objects. */
    private @Nullable TypeLayout layout(int block) {
        if (block < 0 || block >= number || counts.applyAsLong(block) < 0) {
            return null;
        }
        try {
            return layouts.apply(block);
        } catch (ArrayIndexOutOfBoundsException e) {
            return null;
        }
    }
}
