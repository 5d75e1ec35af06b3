package org.bipj.executor;

import java.io.Serializable;

/** A function of an index that travels to other ranks, with a result of type {@code long}. */
@FunctionalInterface
public interface IntToLong extends Serializable {
    /** The value at an index. */
    long apply(int index);
}
