package org.bipj.executor;

import java.io.Serializable;

/** A {@link Task} without a result. */
@FunctionalInterface
public interface Action extends Runnable, Serializable {}
