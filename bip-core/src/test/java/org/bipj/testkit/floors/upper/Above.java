package org.bipj.testkit.floors.upper;

import org.bipj.testkit.floors.Left;

/** On the floor above. */
public class Above {
    Left below;
}
