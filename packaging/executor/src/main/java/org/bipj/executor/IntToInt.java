package org.bipj.executor;

import java.io.Serializable;

/** A function of an index that travels to other ranks, with a result of type {@code int}. */
@FunctionalInterface
public interface IntToInt extends Serializable {
    /** The value at an index. */
    int apply(int index);
}
