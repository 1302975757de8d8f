-- SPDX-License-Identifier: Apache-2.0
first
--@if flag
with
--@if inner
both
--@end
--@else
without
--@end
--@include test-included.lua if flag
value @VALUE@ 'x@y'
last
