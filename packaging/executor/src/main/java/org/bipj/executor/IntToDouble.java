package org.bipj.executor;

import java.io.Serializable;

/** A function of an index that travels to other ranks, with a result of type {@code double}. */
@FunctionalInterface
public interface IntToDouble extends Serializable {
    /** The value at an index. */
    double apply(int index);
}
