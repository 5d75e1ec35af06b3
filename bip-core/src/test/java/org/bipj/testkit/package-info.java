/** Support for the tests of every module; other modules get it as the test jar of bip-core. */
package org.bipj.testkit;
